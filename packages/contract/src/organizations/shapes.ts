import * as z from 'zod/mini'
import { givenIdOrAbsent } from '../identity/given-id.ts'
import { id, instant } from '../primitives.ts'
import { invitationStatuses } from './roles.ts'

export const nameLengthMax = 200
export const slugLengthMax = 64
export const logoLengthMax = 2083
const metadataBytesMax = 16_384

/** A single line, because it is used in mail headers. */
export const oneLine = (lengthMax: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Must not be empty'),
      z.maxLength(lengthMax),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
    )

export const organizationName = oneLine(nameLengthMax)
export const teamName = oneLine(nameLengthMax)

export const slug = z
  .string()
  .check(
    z.minLength(1, 'Must not be empty'),
    z.maxLength(slugLengthMax),
    z.regex(/^[a-z0-9-]*$/, 'Only a-z, 0-9 and hyphens'),
  )

/** The URL of an image; empty for none. */
export const logo = z
  .string()
  .check(
    z.maxLength(logoLengthMax),
    z.regex(/^(https?:\/\/\S+)?$/u, 'Must be a URL that starts with https://'),
  )

/** Data that an application stores with its organization. */
export const organizationMetadata = z.record(z.string(), z.json()).check(
  z.refine((given) => JSON.stringify(given).length <= metadataBytesMax, {
    error: `At most ${metadataBytesMax} characters as JSON`,
  }),
)

export const organizationId = id('organization')

const organizationShape = {
  id: organizationId,
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
  createdAt: instant,
}

/** The metadata is JSON text. */
export const Organization = z.object({
  ...organizationShape,
  metadata: z.nullable(z.string()),
})

/** The response to an update: the metadata is the object that was sent. */
export const ChangedOrganization = z.object({
  ...organizationShape,
  metadata: z.optional(z.record(z.string(), z.unknown())),
})

export const Member = z.object({
  id: id('member'),
  organizationId,
  userId: id('user'),
  /** Several are joined by commas. */
  role: z.string(),
  teamId: z.nullable(id('team')),
  createdAt: instant,
})

export const MemberWithUser = z.extend(Member, {
  user: z.object({
    id: id('user'),
    name: z.string(),
    email: z.string(),
    image: z.nullable(z.string()),
  }),
})

export const Invitation = z.object({
  id: id('invitation'),
  organizationId,
  email: z.string(),
  role: z.string(),
  status: z.enum(invitationStatuses),
  teamId: z.nullable(id('team')),
  inviterId: id('user'),
  expiresAt: instant,
  createdAt: instant,
})

export const Team = z.object({
  id: id('team'),
  organizationId,
  name: z.string(),
  createdAt: instant,
  updatedAt: z.nullable(instant),
})

export const FullOrganization = z.extend(Organization, {
  members: z.array(MemberWithUser),
  invitations: z.array(Invitation),
  /** Null if teams are disabled. */
  teams: z.nullable(z.array(Team)),
})

/** Several roles as a list or joined by commas. */
export const roleInput = z.union([z.string(), z.array(z.string())])

/** Absent for the session's active organization. */
export const organizationOrActive = givenIdOrAbsent(id('organization'))

export const organizationReference = {
  organizationId: organizationOrActive,
  /** Takes precedence over the id. */
  organizationSlug: z.optional(z.string()),
}
