import { createFileRoute, notFound } from '@tanstack/react-router'
import { Statement } from '../../features/shell/statement.tsx'
import { Refused, request } from '../../lib/request.ts'

export const Route = createFileRoute('/portal/$slug')({
  loader: async ({ params, abortController }) => {
    const path = `/v1/customer-portal/organizations/${encodeURIComponent(params.slug)}`
    try {
      await request({ path, signal: abortController.signal })
    } catch (error) {
      if (error instanceof Refused && error.status === 404) throw notFound()
      throw error
    }
  },
  notFoundComponent: () => (
    <Statement title="There is no such shop">
      Check the address in the mail that brought you here, or ask the seller.
    </Statement>
  ),
})
