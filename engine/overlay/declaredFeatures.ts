import type { FeaturesDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';

type Feature = FeaturesDeclaration['features'][number];

/** The features of the application and of its extensions, each of which has a file of its own. */
export function declaredFeatures(draft: DeclarationDraft): readonly Feature[] {
  return draft.all('features').flatMap(({ json }) => json.features);
}

/** A declared feature, editable where it is declared. */
export function declaredFeature(draft: DeclarationDraft, name: string): Feature | undefined {
  const isNamed = ({ id }: Feature) => id === name;
  const source = draft.all('features').find(({ json }) => json.features.some(isNamed));
  return source && draft.edit<FeaturesDeclaration>(source.file).json.features.find(isNamed);
}
