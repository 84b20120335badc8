import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { JobsByTask } from '#/features/admin/jobs-by-task.tsx'
import { JobsList } from '#/features/admin/jobs-list.tsx'
import { jobCountsQuery, jobsQuery } from '#/features/admin/jobs-queries.ts'
import { readJobsView } from '#/features/admin/jobs-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/admin/jobs')({
  validateSearch: onlyParsed(readJobsView),
  loaderDeps: ({ search }) => search,
  // The lists show their own skeletons, so the page doesn’t wait.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(jobCountsQuery)
    void queryClient.prefetchInfiniteQuery(jobsQuery(deps))
  },
  component: Jobs,
})

function Jobs() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Jobs">
      <div className="grid gap-4">
        <JobsByTask />
        <JobsList view={view} onViewChange={(search) => void navigate({ search })} />
      </div>
    </Page>
  )
}
