/** While the boolean field `when` is true, answers carry a template made from the declaration instead. */
export type TemplateModel = {
  readonly automatic?: { readonly when: string; readonly view: 'summary' | 'expanded' };
};
