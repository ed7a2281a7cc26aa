/** Refusals with the `scimType` of RFC 7644, section 3.12. */
import { defineRefusal } from '../errors/Refusal.ts';

export const scimRefusals = {
  filter: defineRefusal('bad-request', 'scim.filter', { extra: { scimType: 'invalidFilter' } }),
  path: defineRefusal('bad-request', 'scim.path', { extra: { scimType: 'invalidPath' } }),
  noTarget: defineRefusal('bad-request', 'scim.no-target', { extra: { scimType: 'noTarget' } }),
  value: defineRefusal('bad-request', 'scim.value', { extra: { scimType: 'invalidValue' } }),
  fixed: defineRefusal('bad-request', 'scim.fixed', { extra: { scimType: 'mutability' } }),
  groups: defineRefusal('forbidden', 'scim.groups'),
};
