import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Present } from '../../ui/use-now.ts'
import { useTimeTravel } from './travel-context.ts'

/** What is billed lives in the organization's time; people and their tokens live in ours. */
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

/** “In two weeks” is meant from where the time of the organization stands. */
export function OrganizationPresent({ children }: { children: ReactNode }) {
  const { clock } = useTimeTravel()
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' })
  const isReal = pagesInRealTime.has(page)
  return <Present value={!isReal && clock?.frozen ? clock.now : null}>{children}</Present>
}
