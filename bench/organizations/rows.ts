/** An organization that a bench inserts into a database. */
export interface NewOrganization {
  readonly ownerId: string
  readonly memberIds: readonly string[]
  readonly teams: number
}

/** Returns their ids in the same order. */
export type InsertOrganizations = (
  organizations: readonly NewOrganization[],
) => Promise<readonly string[]>

export interface Rows {
  readonly ids: readonly string[]
  readonly teams: readonly { readonly organizationId: string }[]
  readonly members: readonly {
    readonly organizationId: string
    readonly userId: string
    readonly role: string
  }[]
}

export function rowsOf(organizations: readonly NewOrganization[], newId: () => string): Rows {
  const all = organizations.map((one) => ({ ...one, organizationId: newId() }))
  return {
    ids: all.map(({ organizationId }) => organizationId),
    teams: all.flatMap(({ organizationId, teams }) =>
      Array.from({ length: teams }, () => ({ organizationId })),
    ),
    members: all.flatMap(({ organizationId, ownerId, memberIds }) => [
      { organizationId, userId: ownerId, role: 'owner' },
      ...memberIds.map((userId) => ({ organizationId, userId, role: 'member' })),
    ]),
  }
}
