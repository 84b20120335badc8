import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const inMemory = '/dev/shm'

/**
 * Where the data of tests is kept: in memory if there is enough, because a clone of the template has
 * thousands of files, which are slow to create on disk.
 * @param {number} neededBytes
 */
export function parentOfTestData(neededBytes) {
  return Math.min(freeBytes(), freemem()) >= neededBytes ? inMemory : tmpdir()
}

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize
  } catch {
    return 0
  }
}
