const checkMilliseconds = 500

/** npm ends by SIGTERM without passing it on, so what it runs has to notice by itself. */
export function endWithNpm(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, checkMilliseconds)
  timer.unref()
}
