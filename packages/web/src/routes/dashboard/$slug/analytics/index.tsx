import { createFileRoute, redirect } from '@tanstack/react-router'
import { readAnalyticsView } from '#/features/analytics/analytics-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/analytics/')({
  validateSearch: onlyParsed(readAnalyticsView),
  beforeLoad: ({ params: { slug }, search }) => {
    throw redirect({
      to: '/dashboard/$slug/analytics/$board',
      params: { slug, board: 'revenue' },
      search,
      replace: true,
    })
  },
})
