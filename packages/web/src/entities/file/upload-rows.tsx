import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { Button } from '#/ui/button.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadRowsProps {
  uploads: readonly Upload[]
  onRetry: (upload: Upload) => void
  onDrop: (key: number) => void
}

/** Uploads in progress, and failed ones with a retry button. */
export function UploadRows({ uploads, onRetry, onDrop }: UploadRowsProps) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="grid grid-cols-1 rounded-m border">
      {uploads.map((upload) => (
        <li
          key={upload.key}
          className="flex min-h-11 items-center gap-2 px-3 py-2 text-s not-last:border-b"
        >
          <div className="min-w-0 flex-1">
            {upload.failure === null ? (
              <Progress upload={upload} />
            ) : (
              <div role="alert">
                <p className="wrap-anywhere">{upload.file.name}</p>
                <p className="text-xs text-bad">{upload.failure}</p>
              </div>
            )}
          </div>
          {upload.failure !== null && upload.canRetry && (
            <Button size="s" onClick={() => onRetry(upload)}>
              <RotateCcw aria-hidden="true" /> Try again
              <span className="sr-only"> {upload.file.name}</span>
            </Button>
          )}
          <IconButton
            size="s"
            label={`Cancel upload of ${upload.file.name}`}
            onClick={() => onDrop(upload.key)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Not a `ProgressBar`: that one shows usage and turns amber near its end. */
function Progress({ upload: { file, share } }: { upload: Upload }) {
  const percent = `${Math.floor(share * 100)} %`
  return (
    <>
      <p className="mb-1.5 flex justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">{file.name}</span>
        <span className="figures text-ink-2">{percent}</span>
      </p>
      <progress
        aria-label={`Uploading ${file.name}`}
        aria-valuetext={percent}
        value={share}
        max={1}
        className="progress text-accent"
      />
    </>
  )
}
