import { Refusal } from '../errors/Refusal.ts';
import { currentRound, nextTurn } from './turns.ts';

/** The most milliseconds others wait at a time. */
const stretch = 8;

type BudgetOptions = {
  /** Milliseconds of its own work after which it is refused; absent: no limit, as for jobs. */
  readonly limit?: number;
  /** This process's processor time in milliseconds: on a busy machine less than the elapsed time. */
  readonly processorTime?: () => number;
};

/** The budget's limit is reached: the call is refused, unless a partial result is acceptable. */
export class WorkSpent extends Refusal {
  constructor() {
    super('validation', 'server.too-much-work', {});
  }
}

/**
 * The work budget of one call. Long work checks `isDue` between its parts and then awaits `yieldTurn`: other
 * calls get their turn, and the call is refused beyond its limit. A transaction stays open meanwhile, and
 * rolls back if refused.
 */
export class WorkBudget {
  private readonly options: BudgetOptions;
  private spent = 0;
  /** The current stretch: its round, its start, and the processor time then, if known. */
  private round: ReturnType<typeof currentRound> | undefined;
  private began = 0;
  private processor: number | undefined;

  constructor(options: BudgetOptions = {}) {
    this.options = options;
  }

  /** The same with a multiple of the limit, for work that people expect to take longer. */
  times(factor: number): WorkBudget {
    const { limit } = this.options;
    return new WorkBudget({ ...this.options, ...(limit === undefined ? {} : { limit: limit * factor }) });
  }

  /** Whether others have waited long enough. */
  isDue(): boolean {
    const now = performance.now();
    const round = currentRound();
    if (round !== this.round) this.begin(round, now);
    return now - round.began >= stretch;
  }

  /**
   * Resolves at once within a stretch, otherwise after others had their turn; throws once the limit is
   * reached.
   */
  async yieldTurn(): Promise<void> {
    if (!this.isDue()) return;
    this.account();
    await nextTurn();
    this.begin(currentRound(), performance.now(), this.options.processorTime?.());
  }

  /** Adds work done for the call in another thread. */
  charge(milliseconds: number): void {
    const { limit } = this.options;
    this.spent += milliseconds;
    if (limit !== undefined && this.spent > limit) throw new WorkSpent();
  }

  /** Runs work in parts: a generator that may yield its turn at each `yield`. */
  async run<T>(parts: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value as T;
      if (this.isDue()) await this.yieldTurn();
    }
  }

  private begin(round: ReturnType<typeof currentRound>, now: number, processor?: number): void {
    this.round = round;
    this.began = now;
    this.processor = processor;
  }

  private account(): void {
    const { limit, processorTime } = this.options;
    if (limit === undefined) return;
    const passed = performance.now() - this.began;
    const worked = processorTime && this.processor !== undefined ? processorTime() - this.processor : passed;
    this.charge(Math.min(passed, worked));
  }
}
