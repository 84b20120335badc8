/** A server with the account API whose invariants are tested. */
export interface Subject {
  readonly name: string
  /** The address on which it listens. */
  readonly url: string
  /** The origin of the pages that call it. */
  readonly origin: string
  /** The application's own backend. */
  readonly backend: Caller
  /** An operator who may remove users. */
  readonly operator: Caller
  /** Creates signed-in users without calling the server. */
  newPeople(count: number): Promise<Person[]>
  /** Counts rows that the API doesn't show. */
  readonly count: Readonly<Record<Countable, (value: string) => Promise<number>>>
}

/** The headers that identify the sender of a request. */
export type Caller = Readonly<Record<string, string>>

export interface Person {
  readonly id: string
  readonly email: string
  /** Two signed-in browsers. */
  readonly here: Caller
  readonly there: Caller
}

type Countable =
  | 'organizationsWithSlug'
  /** Members, invitations, teams and sessions of a missing organization. */
  | 'orphansOf'
  /** Sessions with an active organization of which the user is not a member. */
  | 'straySessionsOf'
  | 'membersOfTeam'

/** The settings of every subject, small enough to be reached with few requests. */
export const limits = {
  organizations: 3,
  members: 4,
  invitations: 5,
  teams: 3,
  teamMembers: 2,
} as const
