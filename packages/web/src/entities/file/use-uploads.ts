import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Refused } from '#/lib/request.ts'
import type { UploadedFile } from './upload-file.ts'

const refusedStatus = 422

/** A file being uploaded, or one whose upload failed. */
export interface Upload {
  key: number
  file: File
  /** From 0 to 1. */
  share: number
  /** Why the upload failed. */
  failure: string | null
  /** Whether a retry can succeed. */
  canRetry: boolean
}

interface UploadsOptions {
  /** Why a file is not uploaded at all, or null. */
  mistake: (file: File) => string | null
  send: (file: File, how: SendOptions) => Promise<UploadedFile>
  onUploaded: (file: UploadedFile) => void
}

interface SendOptions {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads files one after the other, lists the unfinished ones, and stops on unmount. */
export function useUploads({ mistake, send, onUploaded }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef(Promise.resolve())
  const stops = useRef(new Map<number, AbortController>())
  const last = useRef(0)
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setUploads((all) => all.filter((one) => one.key !== key))
  }
  const run = async (key: number, file: File) => {
    const stop = stops.current.get(key)
    if (stop === undefined) return
    try {
      const onProgress = (share: number) => change(key, { share })
      const uploaded = await send(file, { onProgress, signal: stop.signal })
      if (stop.signal.aborted) return
      drop(key)
      onUploaded(uploaded)
    } catch (error) {
      // The server would refuse the same file again.
      const canRetry = !(error instanceof Refused && error.status === refusedStatus)
      if (!stop.signal.aborted) change(key, { failure: failureMessage(error), canRetry })
    }
  }
  const begin = (key: number, file: File) => {
    stops.current.set(key, new AbortController())
    queue.current = queue.current.then(() => run(key, file))
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      last.current += 1
      const failure = mistake(file)
      const canRetry = failure === null
      const upload: Upload = { key: last.current, file, share: 0, failure, canRetry }
      setUploads((all) => [...all, upload])
      if (canRetry) begin(upload.key, file)
    }
  }
  const retry = ({ key, file }: Upload) => {
    change(key, { failure: null, share: 0 })
    begin(key, file)
  }
  const isBusy = uploads.some(({ failure }) => failure === null)
  return { uploads, isBusy, add, retry, drop }
}
