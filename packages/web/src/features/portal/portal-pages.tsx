import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { createQueryClient } from '#/lib/query-client.ts'
import { Refused } from '#/lib/request.ts'
import { Button } from '#/ui/button.tsx'
import { later } from '#/ui/later.tsx'
import { slugOf } from './kept-session.ts'
import { PortalMessage } from './portal-message.tsx'
import { PortalPage } from './portal-page.tsx'
import { shopQuery } from './portal-queries.ts'
import { PortalSkeleton } from './portal-skeleton.tsx'

/** Who pays an order needs none of the portal, and the other way round. */
const PayPage = later(async () => (await import('./pay-page.tsx')).PayPage)

/** Two paths, one light page, in which nothing leads from one to the other without a load. */
export function PortalPages({ path }: { path: string }) {
  // Nobody is signed in for these queries.
  const [queries] = useState(() => createQueryClient(() => undefined))
  return (
    <QueryClientProvider client={queries}>
      <PageFor path={path} />
    </QueryClientProvider>
  )
}

function PageFor({ path }: { path: string }) {
  const slug = slugOf(path)
  if (slug !== null) return <PortalOf slug={slug} />
  const [, linkSecret] = /^\/pay\/([^/]+)\/?$/.exec(path) ?? []
  if (linkSecret !== undefined) return <PayPage linkSecret={linkSecret} />
  return (
    <PortalMessage title="Page not found">
      Check the link in the email from the seller.
    </PortalMessage>
  )
}

function PortalOf({ slug }: { slug: string }) {
  const { data: shop, error, isFetching, refetch } = useQuery(shopQuery(slug))
  if (shop !== undefined) return <PortalPage shop={shop} />
  if (error === null) return <PortalSkeleton />
  if (error instanceof Refused && error.status === 404) {
    return (
      <PortalMessage title="Store not found">
        Check the link in the email from the seller.
      </PortalMessage>
    )
  }
  const again = (
    <Button loading={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  )
  return (
    <PortalMessage title="Your purchases can’t be shown" action={again}>
      {failureMessage(error)}
    </PortalMessage>
  )
}
