import { type Answer, call, type Request } from './call.ts'
import type { Caller, Person, Subject } from './subject.ts'

/** Where a round is played. */
export interface Stage {
  readonly subject: Subject
  /** Counts the rounds, so that each can be played in another order. */
  readonly turn: number
  /** The next of those who were made for this round. */
  readonly person: () => Person
  /** What a race starts from: anything but a 200 ends the program. */
  readonly must: (caller: Caller, path: string, body?: object) => Promise<unknown>
  /** For seeing what a race has left. */
  readonly look: (caller: Caller, path: string) => Promise<Answer>
  /** Sends all of them before any is answered; the answers stand in the order of the requests. */
  readonly race: (requests: readonly Request[]) => Promise<Answer[]>
}

/** What always holds, whoever acts at the same time. */
export interface Scenario {
  readonly invariant: string
  /** How many people a round takes. */
  readonly cast: number
  /** How many requests a round lets race, at least. */
  readonly racers: number
  /** Answers how it was broken, a sentence each. */
  readonly round: (stage: Stage) => Promise<readonly string[]>
}

export interface Outcome {
  readonly invariant: string
  /** Requests that raced. */
  readonly attempts: number
  /** Rounds in which it was broken. */
  readonly violations: number
  /** Answers of 500 and above, of any request. */
  readonly faults: number
  /** Some of the violations, in words. */
  readonly examples: readonly string[]
  /** How often each answer was given to a racing request. */
  readonly answers: Readonly<Record<string, number>>
}

/** So many rounds are played at once, on organizations of their own. */
const roundsAtOnce = 4
const examplesMax = 5
const peopleAtOnceMax = 1_000

/** Plays rounds until so many requests have raced. */
export async function play(
  subject: Subject,
  { invariant, cast, racers, round }: Scenario,
  attempts: number,
): Promise<Outcome> {
  const tally = newTally()
  const turns = Math.ceil(attempts / racers)
  const people = await gather(subject, cast * turns)
  let next = 0
  const playOn = async () => {
    for (let turn = next++; turn < turns; turn = next++) {
      const players = people.slice(turn * cast, (turn + 1) * cast)
      tally.noteRound(await round(newStage({ subject, turn, players, tally })))
    }
  }
  await Promise.all(Array.from({ length: roundsAtOnce }, playOn))
  return { invariant, ...tally.outcome() }
}

async function gather(subject: Subject, count: number): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) {
    people.push(...(await subject.newPeople(Math.min(count - people.length, peopleAtOnceMax))))
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
    noteAnswer({ status }: Answer): void {
      if (status >= 500) faults++
    },
    noteRace(raced: readonly Answer[]): void {
      attempts += raced.length
      for (const { brief } of raced) answers[brief] = (answers[brief] ?? 0) + 1
    },
    noteRound(broken: readonly string[]): void {
      if (broken.length > 0) violations++
      examples.push(...broken.slice(0, examplesMax - examples.length))
    },
    outcome: () => ({ attempts, violations, faults, examples, answers }),
  }
}

interface Play {
  readonly subject: Subject
  readonly turn: number
  readonly players: readonly Person[]
  readonly tally: Tally
}

function newStage({ subject, turn, players, tally }: Play): Stage {
  const waiting = [...players]
  const send = async (request: Request) => {
    const answer = await call(subject, request)
    tally.noteAnswer(answer)
    return answer
  }
  return {
    subject,
    turn,
    person() {
      const person = waiting.shift()
      if (person === undefined) throw new Error('the cast of a round is as large as it says')
      return person
    },
    async must(caller, path, body) {
      const { status, brief, body: given } = await send({ caller, path, ...(body && { body }) })
      if (status !== 200) throw new Error(`${path} of ${subject.name} was answered ${brief}`)
      return given
    },
    look: (caller, path) => send({ caller, path }),
    async race(requests) {
      const answers = await sendRotated(requests, turn, send)
      tally.noteRace(answers)
      return answers
    },
  }
}

/** In each turn another of them is sent first, and every other time they go backwards. */
async function sendRotated(
  requests: readonly Request[],
  turn: number,
  send: (request: Request) => Promise<Answer>,
): Promise<Answer[]> {
  const start = Math.floor(turn / 2) % requests.length
  const rotated = [...requests.slice(start), ...requests.slice(0, start)]
  const order = turn % 2 === 0 ? rotated : rotated.reverse()
  const sent = new Map(order.map((request) => [request, send(request)]))
  return Promise.all(
    requests.map((request) => sent.get(request) ?? Promise.reject(new Error('each is sent'))),
  )
}
