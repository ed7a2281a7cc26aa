import { brands, underwriters } from './brands.mjs';
import { componentTypes } from './components.mjs';
import { productTypes } from './programs/programs.mjs';
import { uuidOf } from './uuid.mjs';

/** Records that products refer to: types, brands, underwriters, product groups, components. */
export function buildReference() {
  return {
    types: productTypes.map(([name, title, category, rateCard], index) => ({
      Id: uuidOf('product-type', name),
      Name: name,
      DisplayName: title,
      ProductTypeCategoryId: category,
      RateCardRequired: rateCard,
      AppearsOnContactReport: category !== 6,
      SortOrder: index + 1,
    })),
    brands: brands.map(({ name, code, closed, oem }, index) => ({
      Id: uuidOf('brand', code),
      Name: name,
      Code: code,
      IsOperational: closed !== true,
      ProfileStatusId: closed === true ? 5 : 3,
      AccountFriendlyId: `B-${code}`,
      OemId: oem,
      IsServiceBrand: closed !== true,
      IsSystemBrand: closed === true,
      Addresses: [headOffice(code, index)],
    })),
    underwriters: underwriters.map(({ name, code }, index) => ({
      Id: uuidOf('underwriter', code),
      Name: name,
      Code: code,
      IsActive: true,
      ProfileStatusId: 3,
      AccountFriendlyId: `U-${code}`,
      Addresses: [headOffice(code, index)],
    })),
    groups: brands.flatMap(groupsOf),
    componentTypes: componentTypes.map(({ name, category }) => ({
      Id: uuidOf('component-type', name),
      Name: name,
      Category: category,
    })),
    components: componentTypes.flatMap(componentsOf),
  };
}

/** A business address in Toronto with a unique number. */
function headOffice(code, index) {
  return {
    Id: uuidOf('address', code),
    AddressTypeId: 1,
    AddressLine1: `${100 + 12 * index} Bay Street`,
    City: 'Toronto',
    CountryId: 'CA',
    ProvinceId: 'ON',
    PostalCode: 'M5J 2N8',
  };
}

/** Order of the active products in their groups: by name; in a larger group only the first is expanded. */
export function buildGroupSettings(groups, products) {
  return groups.flatMap((group) => {
    const members = products
      .filter(
        ({ ProductGroupId, ProductStateTypeId }) => ProductGroupId === group.Id && ProductStateTypeId === 3,
      )
      .sort((one, other) =>
        one.Name < other.Name || (one.Name === other.Name && one.Id < other.Id) ? -1 : 1,
      );
    return members.map(({ Id }, index) => ({
      Id: uuidOf('product-group-product-setting', group.Id, Id),
      ProductGroupId: group.Id,
      ProductId: Id,
      SortOrder: index,
      IsExclusiveExpand: index === 0 && members.length > 2,
      IsForced: false,
    }));
  });
}

function groupsOf({ name, code, certified, closed }, index) {
  const kinds = [
    ['Retail', `${name} Retail`, 'Sold with new vehicles at retail.'],
    ['Certified', certified, 'Sold with certified pre-owned vehicles.'],
    ['Fleet', `${name} Fleet and Lease`, 'Sold with fleet vehicles and leases.'],
  ];
  // Only some brands have a fleet business, and a closed one keeps a single group.
  return kinds
    .filter(([kind, title]) => title && (kind !== 'Fleet' || (index % 2 === 0 && !closed)))
    .map(([kind, title, description]) => ({
      Id: uuidOf('product-group', code, kind),
      Name: title,
      Description: description,
      BrandId: uuidOf('brand', code),
    }));
}

function componentsOf({ name, code, parts }) {
  return parts.split('|').map((part, index) => ({
    Id: uuidOf('component', code, part),
    Name: part,
    Code: `${code}-${String(index + 1).padStart(3, '0')}`,
    // Every twenty-third part is inactive: stored but not offered.
    IsActive: (code.charCodeAt(0) + index) % 23 !== 0,
    ComponentTypeId: uuidOf('component-type', name),
  }));
}
