/** A server that speaks the account wire, whose promises are put to the test. */
export interface Subject {
  readonly name: string
  /** Where it listens. */
  readonly url: string
  /** The origin of the pages that call it. */
  readonly origin: string
  /** The application's own backend. */
  readonly backend: Caller
  /** Somebody who may remove users. */
  readonly operator: Caller
  /** Users who have signed in, made without asking the server. */
  newPeople(count: number): Promise<Person[]>
  /** How many rows there are of what the wire doesn't show. */
  readonly count: Readonly<Record<Countable, (value: string) => Promise<number>>>
}

/** What a request says of who sends it. */
export type Caller = Readonly<Record<string, string>>

export interface Person {
  readonly id: string
  readonly email: string
  /** Two browsers in which they have signed in. */
  readonly here: Caller
  readonly there: Caller
}

type Countable =
  | 'organizationsWithSlug'
  /** Members, invitations, teams and sessions of an organization that isn't there. */
  | 'orphansOf'
  /** Sessions that have an organization active of which their user is no member. */
  | 'straySessionsOf'
  | 'membersOfTeam'

/** What every subject must be set to; small, so that few requests reach a limit. */
export const limits = {
  organizations: 3,
  members: 4,
  invitations: 5,
  teams: 3,
  teamMembers: 2,
} as const
