import { Refusal } from '../errors/Refusal.ts';
import { currentRound, nextTurn } from './turns.ts';

/** How long everybody else is kept waiting at a time, in milliseconds. */
const stretch = 8;

type BudgetOptions = {
  /** Milliseconds of its own work after which it is refused; absent: never, as for jobs. */
  readonly limit?: number;
  /** Processor time of this process in milliseconds: on a busy machine less than what has gone by on the clock. */
  readonly processorTime?: () => number;
};

/** The limit of a budget is reached: the call is refused, unless whoever works can do with what is done. */
export class WorkSpent extends Refusal {
  constructor() {
    super('validation', 'server.too-much-work', {});
  }
}

/**
 * What one call may work. Long work asks `isDue` between its parts and then awaits `yieldTurn`: others get their turn, and
 * beyond its limit the call is refused. A transaction keeps its place meanwhile, and is undone when it is refused.
 */
export class WorkBudget {
  private readonly options: BudgetOptions;
  private spent = 0;
  /** The stretch being worked: its round, when it began, and the processor's time then, where it is known. */
  private round: ReturnType<typeof currentRound> | undefined;
  private began = 0;
  private processor: number | undefined;

  constructor(options: BudgetOptions = {}) {
    this.options = options;
  }

  /** For work that people expect to take longer: the same with so many times the limit. */
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

  /** Resolves at once while its stretch lasts, and otherwise after the others; throws once the limit is reached. */
  async yieldTurn(): Promise<void> {
    if (!this.isDue()) return;
    this.account();
    await nextTurn();
    this.begin(currentRound(), performance.now(), this.options.processorTime?.());
  }

  /** Counts work that was done for the call elsewhere, in another thread. */
  charge(milliseconds: number): void {
    const { limit } = this.options;
    this.spent += milliseconds;
    if (limit !== undefined && this.spent > limit) throw new WorkSpent();
  }

  /** Does work that comes in parts: a generator gives way wherever it yields. */
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
