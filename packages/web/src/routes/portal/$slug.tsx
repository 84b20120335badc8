import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { keepToken } from '../../features/portal/kept-token.ts'
import { PortalPage } from '../../features/portal/portal-page.tsx'
import { shopQuery } from '../../features/portal/portal-queries.ts'
import { Statement } from '../../features/shell/statement.tsx'
import { Refused } from '../../lib/request.ts'
import { onlyWhat, readText, type SearchParameters } from '../../lib/search-parameters.ts'

interface Arrival {
  customer_session_token?: string
}

function readArrival(search: SearchParameters): Arrival {
  const token = readText(search['customer_session_token'])
  return token === undefined ? {} : { customer_session_token: token }
}

export const Route = createFileRoute('/portal/$slug')({
  validateSearch: onlyWhat(readArrival),
  // What lets somebody in doesn’t stay in the address, which gets around.
  beforeLoad: ({ params, search }) => {
    const { customer_session_token: token } = readArrival(search)
    if (token === undefined) return
    keepToken(params.slug, token)
    throw redirect({ to: '/portal/$slug', params, search: {}, replace: true })
  },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      return await queryClient.ensureQueryData(shopQuery(params.slug))
    } catch (error) {
      if (error instanceof Refused && error.status === 404) throw notFound()
      throw error
    }
  },
  component: Portal,
  notFoundComponent: () => (
    <Statement title="There is no such shop">
      Check the address in the mail that brought you here, or ask the seller.
    </Statement>
  ),
})

function Portal() {
  return <PortalPage shop={Route.useLoaderData()} />
}
