import { avatarBytesMax } from '@guildhall/contract/files/files'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { pictureMistake, pictureTypes } from '#/entities/file/picture-rules.ts'
import { uploadFile } from '#/entities/file/upload-file.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { FileButton } from '#/ui/file-button.tsx'

interface LogoUploadProps {
  /** Called with the URL of the uploaded picture. */
  onUploaded: (address: string) => void
  onFailure: (message: string) => void
}

/** Uploads a picture, which is too small for a progress bar. */
export function LogoUpload({ onUploaded, onFailure }: LogoUploadProps) {
  const { id: organizationId } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const upload = async (file: File) => {
    const mistake = pictureMistake(file, avatarBytesMax)
    if (mistake !== null) return onFailure(mistake)
    const stop = new AbortController()
    leaving.current = stop
    setBusy(true)
    try {
      const how = { onProgress: () => undefined, signal: stop.signal }
      const sent = await uploadFile({
        file,
        service: 'organization_avatar',
        organizationId,
        ...how,
      })
      if (sent.service === 'organization_avatar') onUploaded(sent.publicUrl)
    } catch (error) {
      if (!stop.signal.aborted) onFailure(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FileButton
      loading={isBusy}
      accept={pictureTypes}
      className="h-9"
      onFiles={([file]) => file && void upload(file)}
    >
      <Upload aria-hidden="true" /> Upload
    </FileButton>
  )
}
