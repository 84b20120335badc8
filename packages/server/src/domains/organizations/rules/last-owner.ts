import { isOwner } from './roles.ts'

interface OwnershipChange {
  readonly before: string
  /** Null for a member who leaves. */
  readonly after: string | null
  /** Of the organization, including this member. */
  readonly owners: number
}

/** An organization always has an owner: the last one can neither leave nor give up the role. */
export const losesLastOwner = ({ before, after, owners }: OwnershipChange): boolean =>
  isOwner(before) && (after === null || !isOwner(after)) && owners <= 1
