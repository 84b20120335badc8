import { mailStates } from '@guildhall/contract/maintenance/mails'
import { useInfiniteQuery } from '@tanstack/react-query'
import MailIcon from 'lucide-react/icons/mail'
import { useState } from 'react'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { Status } from '#/ui/status.tsx'
import { TextFilterChip } from '#/ui/text-filter-chip.tsx'
import { MailSheet } from './mail-sheet.tsx'
import { mailColumns } from './mails-columns.tsx'
import { type Mail, mailsQuery } from './mails-queries.ts'
import { type MailsView, readMailsView } from './mails-view.ts'

interface MailsListProps {
  view: MailsView
  onViewChange: (view: MailsView) => void
}

/** The mails of this server, newest first, without what they say. */
export function MailsList({ view, onViewChange }: MailsListProps) {
  const list = useInfiniteQuery({
    ...mailsQuery(view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const [opened, setOpened] = useState<Mail | null>(null)
  const rows = list.data?.pages.flatMap(({ mails }) => mails)
  const hasMailServer = list.data?.pages[0]?.hasMailServer ?? true
  return (
    <>
      {!hasMailServer && (
        <Banner tone="warn" title="No mail server." className="mb-4">
          Mails stay queued. Once SMTP_URL is set, new ones are sent, and earlier ones from here.
        </Banner>
      )}
      <Card flush>
        <DataTable
          main
          label="Mails"
          columns={mailColumns}
          rows={rows}
          rowId={({ id }) => id}
          onOpen={setOpened}
          view={wholeList}
          onViewChange={nothing}
          total={rows?.length ?? 0}
          limit={rows?.length ?? 1}
          toolbar={<MailsFilters view={view} onChange={onViewChange} />}
          empty={<NoMails view={view} onClear={() => onViewChange({})} />}
        />
        {list.hasNextPage && (
          <ShowOlder
            isFetching={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          />
        )}
      </Card>
      {opened && (
        <MailSheet mail={opened} canSend={hasMailServer} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

function NoMails({ view, onClear }: { view: MailsView; onClear: () => void }) {
  return Object.keys(view).length > 0 ? (
    <NoMatch noun="mails" onClear={onClear}>
      Only whole addresses are found, and mails of the last 90 days.
    </NoMatch>
  ) : (
    <EmptyState icon={<MailIcon />} title="No mails">
      What this server sends appears here for 90 days.
    </EmptyState>
  )
}

interface MailsFiltersProps {
  view: MailsView
  onChange: (view: MailsView) => void
}

function MailsFilters({ view: { state, recipient }, onChange }: MailsFiltersProps) {
  return (
    <>
      <FilterChip
        name="State"
        value={state ?? null}
        onClear={() => onChange(recipient ? { recipient } : {})}
      >
        {mailStates.map((one) => (
          <MenuItem
            key={one}
            onSelect={() => onChange({ state: one, ...(recipient && { recipient }) })}
          >
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <TextFilterChip
        name="Recipient"
        placeholder="ada@example.com"
        value={recipient ?? null}
        mistakeIn={(typed) =>
          readMailsView({ recipient: typed }).recipient ? null : 'Enter a whole address.'
        }
        onChange={(text) => onChange({ ...(state && { state }), ...(text && { recipient: text }) })}
      />
    </>
  )
}
