import type { Downloadable } from '@guildhall/contract/portal/downloadables'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { HeldFile } from '#/entities/benefit/held-file.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { loadPortalItems, type PortalList, usePortalItems } from './portal-items.ts'
import { isRecord } from './wire.ts'

type File = z.input<typeof Downloadable>

interface GrantedFilesProps {
  token: string
  benefitId: string
}

/** The files that the purchase gave. */
export function GrantedFiles({ token, benefitId }: GrantedFilesProps) {
  const list: PortalList = { token, name: 'downloadables', by: ['benefit_id', benefitId] }
  const files = usePortalItems(list, isFile)
  const [failure, setFailure] = useState<string | null>(null)
  // A link is valid for ten minutes only, so each click gets its own.
  const download = async (id: string) => {
    setFailure(null)
    try {
      const fresh = (await loadPortalItems(list)).filter(isFile)
      const found = fresh.find((one) => one.id === id)
      if (found === undefined) setFailure('This file is no longer available.')
      else window.location.assign(found.file.download.url)
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <>
      <ul className="grid gap-2.5">
        {files.map(({ id, file }) => (
          <HeldFile
            key={id}
            file={file}
            action={
              <Button
                size="s"
                aria-label={`Download ${file.name}`}
                onClick={() => void download(id)}
              >
                <Download aria-hidden="true" /> Download
              </Button>
            }
          />
        ))}
      </ul>
      <p role="alert" className="text-s text-bad empty:hidden">
        {failure}
      </p>
    </>
  )
}

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
const isFile = (value: unknown): value is File =>
  isRecord(value) && 'id' in value && isRecord(value['file'])
