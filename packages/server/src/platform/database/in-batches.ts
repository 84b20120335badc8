import { assert } from '../../kernel/assert.ts'

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches questions without a timer: the first is sent immediately, and those that arrive while it
 * is in flight are sent together next. So latency stays minimal when idle, and batches grow under
 * load. A failure rejects only its own batch. `answerAll` returns one answer per question, in
 * order.
 */
export function inBatches<Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  batchMax: number,
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let isUnderWay = false

  async function answerWaiting(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) await answerBatch(waiting.splice(0, batchMax), answerAll)
    isUnderWay = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isUnderWay) answerWaiting().catch(reject)
    })
}

async function answerBatch<Question, Answer>(
  batch: readonly Waiting<Question, Answer>[],
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await answerAll(batch.map(({ question }) => question))
    assert(answers.length === batch.length, 'every question of a batch has an answer')
    for (const [at, answer] of answers.entries()) batch[at]?.resolve(answer)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
