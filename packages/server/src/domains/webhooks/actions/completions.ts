import type { Id } from '@guildhall/contract/primitives'
import type { EventCompletion } from '../../../platform/domain.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import { type SellerCaller, sellerMay } from '../../organizations/actions/seller.ts'
import type { Completions } from '../present/body.ts'

/** By type of object. */
export type EventCompletions = Readonly<Record<string, EventCompletion>>

/** Endpoints get everything: those who may set them up decide where the events go. */
export const completionsForEndpoints = (completions: EventCompletions): Completions =>
  Object.fromEntries(Object.entries(completions).map(([type, { restore }]) => [type, restore]))

interface ReaderDeps extends Pick<OrganizationDeps, 'uowFactory'> {
  readonly completions: EventCompletions
}

/** Readers of events get what other operations also show them. */
export async function completionsForReader(
  deps: ReaderDeps,
  reader: SellerCaller,
  organizationId: Id<'organization'>,
): Promise<Completions> {
  const chosen = Object.entries(deps.completions).map(
    async ([type, { requires, restore, withhold }]) => {
      const isAllowed = await sellerMay(deps, reader, organizationId, requires)
      return [type, isAllowed ? restore : withhold] as const
    },
  )
  return Object.fromEntries(await Promise.all(chosen))
}
