import { assert } from '../../kernel/assert.ts'

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Answers one question as it answers many: the first goes at once, and who comes while it is under
 * way goes with the next batch. So nobody waits for company, and under load the batches grow by
 * themselves. What goes wrong is the failure of its batch alone.
 *
 * `answerAll` gives an answer for each question, in their order.
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
    assert(answers.length === batch.length, 'every question of a batch is answered')
    for (const [at, answer] of answers.entries()) batch[at]?.resolve(answer)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
