import { createFile as fileContract } from '@guildhall/contract/files/files'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type FileParts, storeFile } from '../../domains/files/index.ts'
import { createProvenUser, type IdentityParts } from '../../domains/identity/index.ts'
import { createOrganization } from '../../domains/organizations/index.ts'
import { assert } from '../../kernel/assert.ts'
import { type Work, work } from '../../platform/work.ts'
import { dayMilliseconds, demoClock } from './demo-clock.ts'
import { foundedDaysAgo, owner, seller } from './goods.ts'

export type DemoParts = FileParts & Pick<IdentityParts, 'hashing'>

/** An organization, and how to let things happen there in the past. */
export interface Stage {
  readonly parts: DemoParts
  readonly organizationId: Id<'organization'>
  /** Does something so many days ago. */
  readonly at: <T>(daysAgo: number, task: (unit: Work) => Promise<T>) => Promise<T>
  /** Null where files lie in a bucket, which only browsers and backends send to. */
  readonly storeFile: (daysAgo: number, file: NewFile) => Promise<Id<'file'> | null>
  /** The day so many days from now. */
  readonly dayFrom: (days: number) => string
}

interface NewFile {
  readonly service: 'product_media' | 'downloadable'
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** Null where somebody has come in meanwhile. */
export async function setStage(given: DemoParts, password: string): Promise<Stage | null> {
  const clock = demoClock(given.clock)
  const parts = { ...given, clock, workshop: { ...given.workshop, clock } }
  clock.putBack(foundedDaysAgo)
  const founded = await found(parts, password)
  if (founded === null) return null
  const { organizationId, userId } = founded
  const actor = { type: 'user', id: userId }
  return {
    parts,
    organizationId,
    at: (daysAgo, task) => {
      clock.putBack(daysAgo)
      return work(parts.workshop, { organizationId, actor }, task)
    },
    storeFile: async (daysAgo, { bytes, ...file }) => {
      clock.putBack(daysAgo)
      const size = bytes.length
      const upload = { parts: [{ number: 1, chunkStart: 0, chunkEnd: size }] }
      const wish = z.parse(fileContract.body, { ...file, size, upload })
      return (await storeFile(parts, { ...wish, organizationId }, bytes))?.id ?? null
    },
    dayFrom: (days) => new Date(clock.today.getTime() + days * dayMilliseconds).toISOString(),
  }
}

interface Founded {
  readonly organizationId: Id<'organization'>
  readonly userId: Id<'user'>
}

async function found(parts: DemoParts, password: string): Promise<Founded | null> {
  const passwordHash = await parts.hashing.hash(password)
  return work(parts.workshop, {}, async (unit) => {
    const user = await createProvenUser(unit, parts, { ...owner, passwordHash })
    if (user === null) return null
    const { organization } = await createOrganization(unit, parts, {
      by: 'server',
      userId: user.id,
      ifNobody: 'unauthorized',
      sessionId: null,
      organization: { ...seller, usageBasedBillingEnabled: true },
    })
    return { organizationId: organization.id, userId: user.id }
  })
}

/** What was made under a name, by which other things of the demo call it. */
export function madeAs<T>(made: ReadonlyMap<string, T>, name: string): T {
  const found = made.get(name)
  assert(found !== undefined, `${name} was made before`)
  return found
}
