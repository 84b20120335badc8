import { useEffect, useRef, useState } from 'react'
import { failureWords } from './failure-words.ts'
import { Refused } from './request.ts'
import type { UploadedFile } from './upload-file.ts'

const refusedStatus = 422

/** A file on its way, or one that didn't get through. */
export interface Upload {
  key: number
  file: File
  /** From 0 to 1. */
  share: number
  /** Why it isn't there. */
  failure: string | null
  /** Whether it may get through when it's sent again. */
  isFit: boolean
}

interface UploadsOptions {
  /** Why a file won't be sent at all, or null. */
  mistake: (file: File) => string | null
  send: (file: File, how: SendOptions) => Promise<UploadedFile>
  onUploaded: (file: UploadedFile) => void
}

interface SendOptions {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends files one after the other; what isn't through yet is listed, and stops with the page. */
export function useUploads({ mistake, send, onUploaded }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef(Promise.resolve())
  const stops = useRef(new Map<number, AbortController>())
  const last = useRef(0)
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])
  const change = (key: number, news: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))
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
      // What the server looked at and refused it will refuse again.
      const isFit = !(error instanceof Refused && error.status === refusedStatus)
      if (!stop.signal.aborted) change(key, { failure: failureWords(error), isFit })
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
      const isFit = failure === null
      const upload: Upload = { key: last.current, file, share: 0, failure, isFit }
      setUploads((all) => [...all, upload])
      if (isFit) begin(upload.key, file)
    }
  }
  const retry = ({ key, file }: Upload) => {
    change(key, { failure: null, share: 0 })
    begin(key, file)
  }
  const isBusy = uploads.some(({ failure }) => failure === null)
  return { uploads, isBusy, add, retry, drop }
}
