import type { Id } from '@guildhall/contract/primitives'
import { groupBy } from '../../kernel/indexing.ts'
import { throwTogether } from '../../kernel/throw-together.ts'
import type { Database } from './database.ts'
import { Failed } from './in-batches.ts'

interface OfOrganization {
  readonly organizationId: Id<'organization'>
}

type AnswerAll<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>

/**
 * Where organizations are on different nodes, questions of several are answered one organization at
 * a time, because a statement about one is run by its node, which may be away. On one server they are
 * answered together.
 */
export function oneOrganizationEach<Question extends OfOrganization, Answer>(
  { isDistributed }: Pick<Database, 'isDistributed'>,
  answerAll: AnswerAll<Question, Answer>,
): AnswerAll<Question, Answer | Failed> {
  if (!isDistributed) return answerAll
  return async (questions) => {
    const answers = new Map<Question, Answer | Failed>()
    for (const own of groupBy(questions, ({ organizationId }) => organizationId).values()) {
      const answered = await answerAll(own).catch((error: unknown) =>
        own.map(() => new Failed(error)),
      )
      for (const [at, answer] of answered.entries()) {
        const question = own[at]
        if (question !== undefined) answers.set(question, answer)
      }
    }
    return questions.flatMap((question) => answers.get(question) ?? [])
  }
}

type OrganizationIds = readonly Id<'organization'>[]

type FindIn<Found> = (organizationIds: OrganizationIds) => Promise<readonly Found[]>

/** The same for what is found in some organizations, however much that is. */
export async function findInEach<Found>(
  { isDistributed }: Pick<Database, 'isDistributed'>,
  organizationIds: OrganizationIds,
  findIn: FindIn<Found>,
): Promise<readonly Found[]> {
  if (!isDistributed) return findIn(organizationIds)
  return (await Promise.all(organizationIds.map((id) => findIn([id])))).flat()
}

interface FoundSome<Found> {
  readonly found: readonly Found[]
  readonly unanswered: ReadonlySet<Id<'organization'>>
  /** Why they weren’t answered; more may be added. */
  readonly failures: unknown[]
}

/** The same where a node that is away holds up no organization of another. */
export async function findInAnswering<Found>(
  database: Pick<Database, 'isDistributed'>,
  organizationIds: OrganizationIds,
  findIn: FindIn<Found>,
): Promise<FoundSome<Found>> {
  const unanswered = new Set<Id<'organization'>>()
  const failures: unknown[] = []
  const found = await findInEach(database, organizationIds, (some) =>
    findIn(some).catch((error: unknown) => {
      failures.push(error)
      for (const id of some) unanswered.add(id)
      return []
    }),
  )
  return { found, unanswered, failures }
}

/** The same for work; a failure holds up no other organization, and is thrown last. */
export async function workInEach(
  { isDistributed }: Pick<Database, 'isDistributed'>,
  organizationIds: OrganizationIds,
  workIn: (organizationIds: OrganizationIds) => Promise<void>,
): Promise<void> {
  if (!isDistributed) return workIn(organizationIds)
  const failures: unknown[] = []
  for (const id of organizationIds) {
    await workIn([id]).catch((error: unknown) => failures.push(error))
  }
  throwTogether(failures, 'the work of several organizations failed')
}
