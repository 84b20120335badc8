import { jobStates } from '@guildhall/contract/maintenance/jobs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { Status } from '#/ui/status.tsx'
import { JobSheet } from './job-sheet.tsx'
import { jobColumns } from './jobs-columns.tsx'
import { type Job, jobCountsQuery, jobsQuery } from './jobs-queries.ts'
import type { JobsView } from './jobs-view.ts'

interface JobsListProps {
  view: JobsView
  onViewChange: (view: JobsView) => void
}

/** The jobs of the queue, newest first. */
export function JobsList({ view, onViewChange }: JobsListProps) {
  const list = useInfiniteQuery({
    ...jobsQuery(view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const [opened, setOpened] = useState<Job | null>(null)
  const rows = list.data?.pages.flatMap(({ jobs }) => jobs)
  const isNarrowed = Object.keys(view).length > 0
  return (
    <Card flush title="Jobs">
      <DataTable
        main
        label="Jobs"
        columns={jobColumns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={setOpened}
        view={wholeList}
        onViewChange={nothing}
        total={rows?.length ?? 0}
        limit={rows?.length ?? 1}
        toolbar={<JobsFilters view={view} onChange={onViewChange} />}
        empty={
          isNarrowed ? (
            <NoMatch noun="jobs" onClear={() => onViewChange({})}>
              The queue holds no such job.
            </NoMatch>
          ) : (
            <EmptyState icon={<ListChecks />} title="No jobs">
              Nothing waits, and nothing has failed.
            </EmptyState>
          )
        }
      />
      {list.hasNextPage && (
        <ShowOlder isFetching={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
      {opened && <JobSheet job={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

interface JobsFiltersProps {
  view: JobsView
  onChange: (view: JobsView) => void
}

function JobsFilters({ view, onChange }: JobsFiltersProps) {
  const { state, task } = view
  const { data } = useQuery(jobCountsQuery)
  const tasks = new Set([...(data?.tasks.map((one) => one.task) ?? []), ...(task ? [task] : [])])
  return (
    <>
      <FilterChip name="State" value={state ?? null} onClear={() => onChange(task ? { task } : {})}>
        {jobStates.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ ...view, state: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <FilterChip name="Task" value={task ?? null} onClear={() => onChange(state ? { state } : {})}>
        {[...tasks].map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ ...view, task: one })}>
            {one}
          </MenuItem>
        ))}
      </FilterChip>
    </>
  )
}
