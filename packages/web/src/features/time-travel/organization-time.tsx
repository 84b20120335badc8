import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NowContext } from '#/ui/use-now.ts'
import { useTimeTravel } from './travel-context.ts'

/** Billing pages use the organization’s clock; people and access tokens use real time. */
const pagesInRealTime: ReadonlySet<string> = new Set([
  '/dashboard/$slug/settings/access-tokens/',
  '/dashboard/$slug/settings/access-tokens/new',
  '/dashboard/$slug/settings/access-tokens/$tokenId',
  '/dashboard/$slug/settings/members',
  '/dashboard/$slug/settings/invitations',
  '/dashboard/$slug/settings/teams',
  '/dashboard/$slug/settings/webhooks/',
  '/dashboard/$slug/settings/webhooks/$endpointId/',
  '/dashboard/$slug/settings/webhooks/deliveries/$deliveryId',
])

/** “In two weeks” is relative to the organization's clock. */
export function OrganizationTime({ children }: { children: ReactNode }) {
  const { clock } = useTimeTravel()
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' })
  const isReal = pagesInRealTime.has(page)
  return <NowContext value={!isReal && clock?.frozen ? clock.now : null}>{children}</NowContext>
}
