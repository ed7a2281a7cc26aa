import { booleanEntry } from './BooleanWidget.tsx';
import { brandPreviewEntry } from './brand/BrandPreviewWidget.tsx';
import { colourEntry } from './brand/ColourWidget.tsx';
import { choicesEntry } from './ChoicesWidget.tsx';
import { choiceEntry } from './ChoiceWidget.tsx';
import { dateTimeEntry } from './DateTimeWidget.tsx';
import { dateEntry } from './DateWidget.tsx';
import { filesEntry } from './FilesWidget.tsx';
import { fileEntry } from './FileWidget.tsx';
import { flagsEntry } from './FlagsWidget.tsx';
import { entitiesEntry, entityNameEntry, featuresEntry } from './GrantsWidgets.tsx';
import { graphEntry } from './graph/GraphWidget.tsx';
import { htmlEditorEntry } from './html/HtmlEditorWidget.tsx';
import { templateTextEntry } from './html/TemplateTextWidget.tsx';
import { inclusionTableEntry } from './inclusion/InclusionTableWidget.tsx';
import { jsonEntry } from './JsonWidget.tsx';
import { localizedEntry } from './LocalizedWidget.tsx';
import { multilineEntry } from './MultilineWidget.tsx';
import { matrixEntry } from './matrix/MatrixWidget.tsx';
import { numberEntry } from './NumberWidget.tsx';
import { objectEntry } from './ObjectWidget.tsx';
import { placeEntry } from './PlaceWidget.tsx';
import { recordPickerEntry } from './picker/RecordPickerWidget.tsx';
import { radioEntry } from './RadioWidget.tsx';
import { referencesEntry } from './ReferencesWidget.tsx';
import { referenceEntry } from './ReferenceWidget.tsx';
import { rolesEntry } from './RolesWidget.tsx';
import { rowsEntry } from './RowsWidget.tsx';
import { ruleSummaryEntry } from './rule/RuleSummaryWidget.tsx';
import { ruleEntry } from './rule/RuleWidget.tsx';
import { sequenceEntry } from './SequenceWidget.tsx';
import { signatureEntry } from './SignatureWidget.tsx';
import { textEntry } from './TextWidget.tsx';
import type { WidgetEntry } from './types.ts';
import { valueListEntry } from './values/ValueListWidget.tsx';
import { writtenEntry } from './WrittenWidget.tsx';

/**
 * The renderer's field widgets; extensions add others. To add one, write its file with a tester, and add a
 * line here.
 */
export const registry: readonly WidgetEntry[] = [
  textEntry,
  multilineEntry,
  numberEntry,
  booleanEntry,
  dateEntry,
  dateTimeEntry,
  choiceEntry,
  choicesEntry,
  radioEntry,
  flagsEntry,
  referenceEntry,
  referencesEntry,
  fileEntry,
  filesEntry,
  rolesEntry,
  featuresEntry,
  entitiesEntry,
  entityNameEntry,
  rowsEntry,
  objectEntry,
  jsonEntry,
  localizedEntry,
  inclusionTableEntry,
  recordPickerEntry,
  htmlEditorEntry,
  templateTextEntry,
  valueListEntry,
  writtenEntry,
  placeEntry,
  signatureEntry,
  ruleEntry,
  ruleSummaryEntry,
  sequenceEntry,
  matrixEntry,
  graphEntry,
  colourEntry,
  brandPreviewEntry,
];
