const missingPart = 'This part of the application couldn’t be loaded'

/**
 * Where a part of the application is missing, the router loads the document again, as a newer
 * version may have replaced that part. Offline this would leave nothing on the screen, so the
 * failure gets a message that the router doesn’t know, and the page shows it as any other.
 */
export function stayOffline(): void {
  addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine || !('payload' in event) || !(event.payload instanceof Error)) return
    event.payload.message = missingPart
  })
}

/** The router keeps such a failure, so once online only the document helps. */
export const needsDocument = (error: unknown): boolean =>
  navigator.onLine && error instanceof Error && error.message === missingPart
