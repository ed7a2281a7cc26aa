/** What every input of the product takes; the label, help and errors around it are FieldShell's. */
export type ControlProps = {
  /** Id of the focusable element; FieldShell's label points to it. */
  readonly id: string;
  /** Ids of the visible label, for controls a `<label for>` cannot name. */
  readonly labelledBy?: string;
  /** A name where there is no visible label. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly onBlur?: () => void;
};

/** A choice in a select, combo box or tag picker. */
export type Option = {
  readonly id: string;
  readonly label: string;
  /** A second line: code, state … */
  readonly note?: string;
  readonly disabled?: boolean;
};

/** Of choices that come from the server in pages: what is here, and how to get the next ones. */
export type MoreOptions = {
  readonly shown: number;
  /** Absent: nobody knows how many there are. */
  readonly total?: number;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
};

/** One word for how a control stands, shown in the DOM as `data-state`. */
export function controlState(props: Pick<ControlProps, 'invalid' | 'disabled' | 'readOnly'>): string {
  if (props.disabled) return 'disabled';
  if (props.readOnly) return 'readonly';
  return props.invalid ? 'invalid' : 'idle';
}

/** The attributes that tell assistive technology about a native control. */
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

/** Joins class names, leaving out what is absent. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
