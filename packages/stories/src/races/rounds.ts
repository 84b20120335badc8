import { type Answer, call, type Request } from './call.ts'
import type { Caller, Person, Subject } from './subject.ts'

/** One run of a scenario. */
export interface Round {
  readonly subject: Subject
  /** The number of the round, which determines its order of requests. */
  readonly index: number
  /** The next of the users created for this round. */
  readonly person: () => Person
  /** For the setup of a race; fails unless the answer is 200. */
  readonly expectOk: (caller: Caller, path: string, body?: object) => Promise<unknown>
  /** For inspecting the outcome of a race. */
  readonly get: (caller: Caller, path: string) => Promise<Answer>
  /** Sends all requests before any is answered; the answers are in the order of the requests. */
  readonly race: (requests: readonly Request[]) => Promise<Answer[]>
}

/** An invariant that must hold under parallel requests. */
export interface Scenario {
  readonly invariant: string
  /** How many users a round needs. */
  readonly peopleCount: number
  /** The minimum of racing requests in a round. */
  readonly minRequests: number
  /** Returns a sentence for each violation. */
  readonly run: (round: Round) => Promise<readonly string[]>
}

export interface Outcome {
  readonly invariant: string
  /** Requests that results. */
  readonly attempts: number
  /** Rounds with a violation. */
  readonly violations: number
  /** Answers of 500 and above, of any request. */
  readonly faults: number
  /** Descriptions of some violations. */
  readonly examples: readonly string[]
  /** How often racing requests got each answer. */
  readonly answers: Readonly<Record<string, number>>
}

/** Parallel rounds don't interfere, since each has its own organizations. */
const parallelRounds = 4
const examplesMax = 5
const peopleBatchMax = 1_000

/** Runs rounds until this many requests have results. */
export async function runScenario(
  subject: Subject,
  { invariant, peopleCount, minRequests, run }: Scenario,
  attempts: number,
): Promise<Outcome> {
  const tally = newTally()
  const rounds = Math.ceil(attempts / minRequests)
  const everybody = await createPeople(subject, peopleCount * rounds)
  let next = 0
  const runRounds = async () => {
    for (let index = next++; index < rounds; index = next++) {
      const people = everybody.slice(index * peopleCount, (index + 1) * peopleCount)
      tally.countRound(await run(newRound({ subject, index, people, tally })))
    }
  }
  await Promise.all(Array.from({ length: parallelRounds }, runRounds))
  return { invariant, ...tally.outcome() }
}

async function createPeople(subject: Subject, count: number): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) {
    people.push(...(await subject.newPeople(Math.min(count - people.length, peopleBatchMax))))
  }
  return people
}

type Tally = ReturnType<typeof newTally>

function newTally() {
  const answers: Record<string, number> = {}
  const examples: string[] = []
  let attempts = 0
  let violations = 0
  let faults = 0
  return {
    countAnswer({ status }: Answer): void {
      if (status >= 500) faults++
    },
    countRace(results: readonly Answer[]): void {
      attempts += results.length
      for (const { brief } of results) answers[brief] = (answers[brief] ?? 0) + 1
    },
    countRound(broken: readonly string[]): void {
      if (broken.length > 0) violations++
      examples.push(...broken.slice(0, examplesMax - examples.length))
    },
    outcome: () => ({ attempts, violations, faults, examples, answers }),
  }
}

interface RoundOptions {
  readonly subject: Subject
  readonly index: number
  readonly people: readonly Person[]
  readonly tally: Tally
}

function newRound({ subject, index, people, tally }: RoundOptions): Round {
  const unused = [...people]
  const send = async (request: Request) => {
    const answer = await call(subject, request)
    tally.countAnswer(answer)
    return answer
  }
  return {
    subject,
    index,
    person() {
      const person = unused.shift()
      if (person === undefined)
        throw new Error('the scenario uses more people than its peopleCount')
      return person
    },
    async expectOk(caller, path, body) {
      const { status, brief, body: given } = await send({ caller, path, ...(body && { body }) })
      if (status !== 200) throw new Error(`${subject.name} answered ${path} with ${brief}`)
      return given
    },
    get: (caller, path) => send({ caller, path }),
    async race(requests) {
      const answers = await sendRotated(requests, index, send)
      tally.countRace(answers)
      return answers
    },
  }
}

/** Rotates the order in each round, and reverses it in every other one. */
async function sendRotated(
  requests: readonly Request[],
  index: number,
  send: (request: Request) => Promise<Answer>,
): Promise<Answer[]> {
  const start = Math.floor(index / 2) % requests.length
  const rotated = [...requests.slice(start), ...requests.slice(0, start)]
  const order = index % 2 === 0 ? rotated : rotated.reverse()
  const sent = new Map(order.map((request) => [request, send(request)]))
  return Promise.all(
    requests.map(
      (request) => sent.get(request) ?? Promise.reject(new Error('every request is sent')),
    ),
  )
}
