import type { Orientation } from './orientation.ts';

/** What is known of a picture, once it has passed. */
export type Cleaning = {
  width: number;
  height: number;
  orientation: Orientation;
  /** The image has its end. */
  isWhole: boolean;
};
