/** Custom code: creates a filled-in preview of a file without storing it. */
import { type DataRecord, expressionLimits, type Locale, type Scope } from '#engine';
import {
  authorize,
  defineAction,
  FileAnswer,
  isId,
  loadAnswer,
  may,
  missingWarnings,
  type OperationCall,
  refusals,
  sent,
  text,
  valuesByName,
} from '#server/extension';
import { type LoadedDocument, loadDocument, loadFile } from './loadDocument.ts';
import { compileMapping } from './mappingScope.ts';
import { storedMappings } from './readMappings.ts';

/** Marks each page as not valid. */
const watermark = 'VOID';

/** `POST /document/stamp/`: a document filled in from a product; `Fields` override mapped values. */
export const stampDocument = defineAction({
  body: sent({
    DocumentId: may(text),
    FileId: may(text),
    ProductId: may(text),
    Fields: may(valuesByName),
  }),
  run: async (call, { input }) => {
    const [documentId, fileId, productId] = ['DocumentId', 'FileId', 'ProductId'].map((name) =>
      idIn(input, name),
    );
    if (!documentId && !fileId) throw refusals.idMissing();
    const document = documentId ? await loadDocument(call, documentId) : await loadFile(call, fileId ?? '');
    const values = { ...(await mappedValues(call, document, productId)), ...givenFields(input) };
    const { bytes, missing } = await call.runtime.ports.pdf.stamp(document.bytes, {
      ...{ values, watermark, title: document.name.replace(/\.pdf$/i, '') },
      language: document.record ? languageOf(document) : call.locale,
    });
    const name = document.name.replace(/(\.pdf)?$/i, `-${watermark}.pdf`);
    return new FileAnswer(bytes, name, undefined, missingWarnings(call, missing));
  },
});

function idIn(input: DataRecord, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (!isId(value)) throw refusals.badId({ params: { value: JSON.stringify(value) } });
  return value.toLowerCase();
}

function givenFields({ Fields }: DataRecord): DataRecord {
  if (Fields === undefined || Fields === null) return {};
  if (typeof Fields !== 'object' || Array.isArray(Fields)) throw refusals.bodyNotObject();
  return Fields as DataRecord;
}

const languageOf = ({ record }: LoadedDocument): Locale => (record?.Language === 'fr-CA' ? 'fr-CA' : 'en-CA');

/** The product's values in the document's language; a sample where there is none. */
async function mappedValues(
  call: OperationCall,
  document: LoadedDocument,
  productId: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const { record } = document;
  const locale = languageOf(document);
  const scope: Scope = {
    root: { Product: productId && (await productOf({ ...call, locale }, productId)), Agreement: record },
    vars: { today: call.today, now: call.now },
    // All mappings of a document share the work limit of one expression.
    work: { left: expressionLimits.work },
  };
  const rows = [...storedMappings(record).values()];
  return Object.fromEntries(
    rows.map(({ Field, Expression, Sample }) => [
      Field,
      written(Expression ? mappedValue(call, Expression, scope) : undefined, locale) ?? Sample,
    ]),
  );
}

async function productOf(call: OperationCall, id: string): Promise<DataRecord> {
  const plan = call.runtime.planOf('product');
  authorize(plan.entity.policy.view, call.features);
  return loadAnswer({ call, session: call.runtime.store }, plan, id);
}

/** A mapping with an expression that no longer compiles is left empty. */
function mappedValue({ runtime }: OperationCall, expression: string, scope: Scope): unknown {
  const compiled = compileMapping(runtime.model, expression);
  if ('problem' in compiled) return undefined;
  try {
    return compiled.evaluate(scope);
  } catch {
    return undefined;
  }
}

/** The value as printed; booleans are kept for check boxes. */
function written(value: unknown, locale: Locale): unknown {
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value).replaceAll('\u202f', ' ');
  if (typeof value === 'boolean' || typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => written(one, locale)).join(', ');
  return undefined;
}
