/** Props of every input; FieldShell adds label, help and errors. */
export type ControlProps = {
  /** Id of the focusable element; FieldShell's label points to it. */
  readonly id: string;
  /** Ids of the visible label, for controls that `<label for>` cannot name. */
  readonly labelledBy?: string;
  /** Accessible name without a visible label. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly onBlur?: () => void;
};

/** An option of a select, combo box or tag picker. */
export type Option = {
  readonly id: string;
  readonly label: string;
  /** Second line: code, state, … */
  readonly note?: string;
  readonly disabled?: boolean;
};

/** Paged options from the server: how many are loaded, and how to load more. */
export type MoreOptions = {
  readonly shown: number;
  /** Absent if unknown. */
  readonly total?: number;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
};

/** The state of a control as one word, for `data-state`. */
export function controlState(props: Pick<ControlProps, 'invalid' | 'disabled' | 'readOnly'>): string {
  if (props.disabled) return 'disabled';
  if (props.readOnly) return 'readonly';
  return props.invalid ? 'invalid' : 'idle';
}

/** ARIA attributes of a native control. */
export function controlAttributes(props: ControlProps) {
  return {
    id: props.id,
    'aria-label': props.label,
    'aria-labelledby': props.labelledBy,
    'aria-describedby': props.describedBy,
    'aria-required': props.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'data-state': controlState(props),
  } as const;
}

/** Joins class names, skipping absent ones. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
