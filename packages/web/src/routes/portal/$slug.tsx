import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { keepToken } from '#/features/portal/kept-token.ts'
import { PortalPage } from '#/features/portal/portal-page.tsx'
import { shopQuery } from '#/features/portal/portal-queries.ts'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { Refused } from '#/lib/request.ts'
import { onlyParsed, readText, type SearchParameters } from '#/lib/search-parameters.ts'

interface PortalSearch {
  customer_session_token?: string
}

function readPortalSearch(search: SearchParameters): PortalSearch {
  const token = readText(search['customer_session_token'])
  return token === undefined ? {} : { customer_session_token: token }
}

export const Route = createFileRoute('/portal/$slug')({
  validateSearch: onlyParsed(readPortalSearch),
  // Removes the session token from the URL, which may be shared.
  beforeLoad: ({ params, search }) => {
    const { customer_session_token: token } = readPortalSearch(search)
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
    <MessagePage title="Store not found">Check the link in the email from the seller.</MessagePage>
  ),
})

function Portal() {
  return <PortalPage shop={Route.useLoaderData()} />
}
