import { useQuery } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import {
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { RefCallBack } from 'react-hook-form'
import { uploadFile } from '#/entities/file/upload-file.ts'
import { UploadRows } from '#/entities/file/upload-rows.tsx'
import { useUploads } from '#/entities/file/use-uploads.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { moved } from '#/lib/moved.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Fieldset } from '#/ui/fieldset.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import type { FileRow } from './benefit-draft.ts'
import { filesQuery, type OfferedFile } from './benefit-queries.ts'
import { FileMenu } from './file-menu.tsx'

interface FilesFieldProps {
  value: readonly FileRow[]
  onChange: (change: (rows: readonly FileRow[]) => FileRow[]) => void
  /** Whether uploads are in progress. */
  onBusyChange: (isBusy: boolean) => void
  /** Ref of the button, which is focused on an error. */
  inputRef: RefCallBack
  error: ReactNode
}

/** Downloadable files, uploaded immediately and offered in this order. */
export function FilesField(props: FilesFieldProps) {
  const { value, onChange, onBusyChange, inputRef, error } = props
  const { id: organizationId } = useOrganization()
  const { fileOf, keep } = useKnownFiles(value)
  const { uploads, isBusy, add, retry, drop } = useUploads({
    mistake: ({ size }) => (size === 0 ? 'This file is empty.' : null),
    send: (file, how) => uploadFile({ ...how, file, organizationId, service: 'downloadable' }),
    onUploaded: (file) => {
      keep(file)
      onChange((rows) => [...rows, { id: file.id, isArchived: false }])
    },
  })
  const notifyBusy = useEffectEvent(onBusyChange)
  useEffect(() => notifyBusy(isBusy), [isBusy])
  const nameOf = ({ id }: FileRow) => fileOf(id)?.name ?? 'a file'
  const changeRow = (id: string, change: Partial<FileRow>) =>
    onChange((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  return (
    <Fieldset
      legend="Files"
      hint="Customers see files in this order. Archived files are hidden."
      error={error}
    >
      <div className="mt-0.5 grid grid-cols-1 gap-2">
        {value.length > 0 && (
          <SortableList
            label="Files"
            items={value}
            idOf={({ id }) => id}
            nameOf={nameOf}
            onMove={(from, to) => onChange((rows) => moved(rows, from, to))}
            actions={(row) => (
              <FileMenu
                row={row}
                file={fileOf(row.id)}
                onRenamed={keep}
                onArchive={(isArchived) => changeRow(row.id, { isArchived })}
                onRemove={() => onChange((rows) => rows.filter(({ id }) => id !== row.id))}
              />
            )}
          >
            {(row) => <FileFacts row={row} file={fileOf(row.id)} />}
          </SortableList>
        )}
        <UploadRows uploads={uploads} onRetry={retry} onDrop={drop} />
        <DropZone onFiles={add} buttonRef={inputRef} />
      </div>
    </Fieldset>
  )
}

/** The saved files, and those uploaded since. */
function useKnownFiles(rows: readonly FileRow[]) {
  const { id: organizationId } = useOrganization()
  const [keptIds] = useState(() => rows.map(({ id }) => id))
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, OfferedFile>>(new Map())
  const { data: existing } = useQuery(filesQuery(organizationId, keptIds))
  const fileOf = (id: string) => uploaded.get(id) ?? existing?.find((file) => file.id === id)
  const keep = (file: OfferedFile) => setUploaded((known) => new Map(known).set(file.id, file))
  return { fileOf, keep }
}

function FileFacts({ row, file }: { row: FileRow; file: OfferedFile | undefined }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className={classNames('min-w-0 wrap-anywhere', row.isArchived && 'text-ink-3')}>
        {file?.name ?? '…'}
      </span>
      {row.isArchived && <Badge>archived</Badge>}
      <span className="figures text-xs text-ink-3">{file?.sizeReadable}</span>
    </span>
  )
}

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void
  buttonRef: RefCallBack
}

/** Files can be dropped, or chosen with the button. */
function DropZone({ onFiles, buttonRef }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-center gap-3 rounded-m border border-dashed p-4',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <input
        ref={input}
        hidden
        multiple
        id={id}
        type="file"
        aria-label="Files to upload"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button ref={buttonRef} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" /> Choose files
      </Button>
      <span className="text-s text-ink-3 pointer-coarse:hidden">or drop them here</span>
    </div>
  )
}
