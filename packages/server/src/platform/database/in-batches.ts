import { assert } from '../../kernel/assert.ts'

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** Answers a question of a batch that could be answered otherwise. */
export class Failed {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

type AnswerAll<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly (Answer | Failed)[]>

interface BatchOptions<Question> {
  /** By default each question counts as one. */
  readonly weightOf?: (question: Question) => number
  /** How many batches may be in flight. */
  readonly atOnce?: number
}

/**
 * Batches questions without a timer: the first is sent immediately, and those that arrive while it
 * is in flight are sent together next. So latency stays minimal when idle, and batches grow under
 * load. A failure rejects only its own batch. `answerAll` returns one answer per question, in
 * order, of which some may have failed. A question that is heavier than a batch may be is sent alone.
 */
export function inBatches<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  batchMax: number,
  { weightOf = () => 1, atOnce = 1 }: BatchOptions<Question> = {},
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let underWay = 0

  async function answerWaiting(): Promise<void> {
    underWay += 1
    while (waiting.length > 0) {
      await answerBatch(waiting.splice(0, countOf(waiting, batchMax, weightOf)), answerAll)
    }
    underWay -= 1
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < atOnce) answerWaiting().catch(reject)
    })
}

/** How many of the first ones are a batch: at least one. */
function countOf<Question>(
  waiting: readonly Waiting<Question, never>[],
  batchMax: number,
  weightOf: (question: Question) => number,
): number {
  let weight = 0
  const tooMany = waiting.findIndex(({ question }) => {
    weight += weightOf(question)
    return weight > batchMax
  })
  return tooMany === -1 ? waiting.length : Math.max(1, tooMany)
}

async function answerBatch<Question, Answer>(
  batch: readonly Waiting<Question, Answer>[],
  answerAll: AnswerAll<Question, Answer>,
): Promise<void> {
  try {
    const answers = await answerAll(batch.map(({ question }) => question))
    assert(answers.length === batch.length, 'every question of a batch has an answer')
    for (const [at, answer] of answers.entries()) {
      if (answer instanceof Failed) batch[at]?.reject(answer.reason)
      else batch[at]?.resolve(answer)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
