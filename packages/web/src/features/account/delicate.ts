import type { Words } from '../../lib/failure-words.ts'

/** What may need a session that is fresh. */
export interface Delicate {
  /** What the button does that goes on with it, as a verb. */
  label: string
  act: () => Promise<void>
  words?: Words
}
