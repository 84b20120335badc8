import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { healthQuery } from '#/features/admin/health-query.ts'
import { HealthReport } from '#/features/admin/health-report.tsx'
import { Page } from '#/features/shell/page.tsx'
import { Button } from '#/ui/button.tsx'

export const Route = createFileRoute('/admin/health')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(healthQuery)
  },
  component: Health,
})

function Health() {
  return (
    <Page title="Health" actions={<CheckAgain />}>
      <HealthReport />
    </Page>
  )
}

function CheckAgain() {
  const queryClient = useQueryClient()
  const { queryKey } = healthQuery
  const isChecking = useIsFetching({ queryKey }) > 0
  return (
    // A failed check leaves the last result, whose age is shown.
    <Button loading={isChecking} onClick={() => void queryClient.refetchQueries({ queryKey })}>
      <RefreshCw aria-hidden="true" /> Check again
    </Button>
  )
}
