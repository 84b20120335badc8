import { useQuery, useQueryClient } from '@tanstack/react-query'
import { HeldFile } from '#/entities/benefit/held-file.tsx'
import { Explained, failureMessage } from '#/lib/failure-message.ts'
import { DownloadButton } from '#/ui/download-button.tsx'
import { downloadsQuery, type PortalGrant } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The files that a benefit gives now. */
export function BenefitFiles({ benefitId }: Pick<PortalGrant, 'benefitId'>) {
  const { api } = usePortal()
  const queries = useQueryClient()
  const query = downloadsQuery(api, benefitId)
  const { data, error } = useQuery(query)
  // A link is valid for ten minutes only, so each click gets its own.
  const urlOf = async (id: string) => {
    const fresh = await queries.fetchQuery({ ...query, staleTime: 0 })
    const found = fresh.find((one) => one.id === id)
    if (found === undefined) throw new Explained('This file is no longer available.')
    return found.file.download.url
  }
  if (error && !data) return <p className="text-s text-bad">{failureMessage(error)}</p>
  if (data?.length === 0) return <p className="text-s text-ink-2">There are no files at present.</p>
  return (
    <ul className="grid gap-2.5">
      {data?.map(({ id, file }) => (
        <HeldFile
          key={id}
          file={file}
          action={
            <DownloadButton label={`Download ${file.name}`} urlOf={() => urlOf(id)}>
              Download
            </DownloadButton>
          }
        />
      ))}
    </ul>
  )
}
