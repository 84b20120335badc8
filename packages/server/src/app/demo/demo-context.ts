import { createFile as fileContract } from '@guildhall/contract/files/files'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { storeFile } from '../../domains/files/actions/store-file.ts'
import { createVerifiedUser } from '../../domains/identity/actions/users/create-user.ts'
import { createOrganization } from '../../domains/organizations/actions/create-organization.ts'
import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../../platform/clock.ts'
import { runUnitOfWork, type UnitOfWork } from '../../platform/unit-of-work.ts'
import type { AppDeps } from '../dependencies.ts'
import { foundedDaysAgo, owner, seller } from './sample-data.ts'

/** Everything that the domains depend on, at the time of a clock that is set to the past. */
export interface DemoDeps extends AppDeps {
  readonly clock: DemoClock
}

/** The demo's organization, and how to act in it at past times. */
export interface DemoContext {
  readonly deps: DemoDeps
  readonly organizationId: Id<'organization'>
  /** Runs a unit of work a number of days ago. */
  readonly at: <T>(daysAgo: number, task: (uow: UnitOfWork) => Promise<T>) => Promise<T>
  /** Null where files are in a bucket, to which only browsers and backends upload. */
  readonly storeFile: (daysAgo: number, file: NewFile) => Promise<Id<'file'> | null>
  /** The day a number of days from now. */
  readonly dayFrom: (days: number) => string
}

interface NewFile {
  readonly service: 'product_media' | 'downloadable'
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** Null if a user has signed up meanwhile. */
export async function createDemoContext(
  deps: DemoDeps,
  password: string,
): Promise<DemoContext | null> {
  const { clock } = deps
  clock.setBack(foundedDaysAgo)
  const created = await createSeller(deps, password)
  if (created === null) return null
  const { organizationId, userId } = created
  const actor = { type: 'user', id: userId }
  return {
    deps,
    organizationId,
    at: (daysAgo, task) => {
      clock.setBack(daysAgo)
      return runUnitOfWork(deps.uowFactory, { organizationId, actor }, task)
    },
    storeFile: async (daysAgo, { bytes, ...file }) => {
      clock.setBack(daysAgo)
      const size = bytes.length
      const upload = { parts: [{ number: 1, chunkStart: 0, chunkEnd: size }] }
      const input = z.parse(fileContract.body, { ...file, size, upload })
      return (await storeFile(deps, { ...input, organizationId }, bytes))?.id ?? null
    },
    dayFrom: (days) => new Date(clock.today.getTime() + days * dayMilliseconds).toISOString(),
  }
}

interface CreatedSeller {
  readonly organizationId: Id<'organization'>
  readonly userId: Id<'user'>
}

async function createSeller(deps: DemoDeps, password: string): Promise<CreatedSeller | null> {
  const passwordHash = await deps.hashing.hash(password)
  return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const user = await createVerifiedUser(uow, deps, { ...owner, passwordHash })
    if (user === null) return null
    const { organization } = await createOrganization(uow, deps, {
      by: 'server',
      userId: user.id,
      userRefusal: 'unauthorized',
      sessionId: null,
      organization: { ...seller, usageBasedBillingEnabled: true },
    })
    return { organizationId: organization.id, userId: user.id }
  })
}

/** The id of an object that the demo created under this name. */
export function idOf<T>(created: ReadonlyMap<string, T>, name: string): T {
  const found = created.get(name)
  assert(found !== undefined, `${name} was created before`)
  return found
}

const dayMilliseconds = 86_400_000

/** A clock that can be set to a past time, so that demo objects have different ages. */
export interface DemoClock extends Clock {
  /** Sets it to a number of days before the demo is created. */
  readonly setBack: (days: number) => void
  /** The instant at which the demo is created. */
  readonly today: Date
}

export function demoClock(real: Clock): DemoClock {
  const today = real.now()
  let back = 0
  return {
    today,
    now: () => new Date(today.getTime() - back),
    monotonicMilliseconds: () => real.monotonicMilliseconds(),
    setBack: (days) => {
      back = Math.round(days * dayMilliseconds)
    },
  }
}
