import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import UserCog from 'lucide-react/icons/user-cog'
import { Badge } from './badge.tsx'
import { Entries, Entry } from './entries.tsx'
import { ShowOlder } from './show-older.tsx'
import { Time } from './time.tsx'

interface LogLine {
  id: string
  at: Date
  title: string
  hasFailed: boolean
  /** Done by someone other than the log's subject. */
  isForeign: boolean
  /** Where and with what it was done. */
  notes: readonly string[]
}

interface LogProps {
  /** Null while loading. */
  lines: readonly LogLine[] | null
  failure: string | null
  empty: string
  /** Loads older entries; undefined if there are none. */
  onOlder?: (() => void) | undefined
  isFetchingOlder: boolean
}

/** A log in a flush card, newest first. */
export function Log({ lines, failure, empty, onOlder, isFetchingOlder }: LogProps) {
  return (
    <>
      <Entries count={lines?.length ?? null} failure={failure} empty={empty}>
        {lines?.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Entries>
      {onOlder && <ShowOlder isFetching={isFetchingOlder} onClick={onOlder} />}
    </>
  )
}

function Line({ line: { at, title, hasFailed, isForeign, notes } }: { line: LogLine }) {
  return (
    <Entry
      icon={<Icon hasFailed={hasFailed} isForeign={isForeign} />}
      title={title}
      badge={hasFailed && <Badge tone="warn">failed</Badge>}
    >
      <Time at={at} />
      {notes.map((note) => (
        <span key={note} className="wrap-anywhere">
          {note}
        </span>
      ))}
    </Entry>
  )
}

function Icon({ hasFailed, isForeign }: Pick<LogLine, 'hasFailed' | 'isForeign'>) {
  if (hasFailed) return <CircleAlert className="text-warn" />
  return isForeign ? <UserCog /> : <CircleCheck />
}
