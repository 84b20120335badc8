import { avatarBytesMax } from '@guildhall/contract/files/files'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { failureWords } from '../../../lib/failure-words.ts'
import { pictureMistake, pictureTypes } from '../../../lib/picture-rules.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import { FileButton } from '../../../ui/file-button.tsx'

interface LogoUploadProps {
  /** With the address where the picture lies from now on. */
  onUploaded: (address: string) => void
  onFailure: (words: string) => void
}

/** Brings a picture from here to the server, which is small enough to do without a bar. */
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
      if (!stop.signal.aborted) onFailure(failureWords(error))
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
