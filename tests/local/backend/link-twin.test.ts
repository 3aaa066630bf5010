import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { linkTwin } from '../../../local/backend/link-twin.ts'
import { makeFolder } from '../../support/make-folder.ts'

let folder: string
let [clips, stored] = ['', '']
beforeEach(async () => {
  folder = await makeFolder()
  clips = join(folder, 'clips')
  stored = join(folder, 'stored.mp4')
  await mkdir(clips)
  await writeFile(join(clips, 'a.mp4'), 'another video')
  await writeFile(join(clips, 'b.mp4'), 'one video')
})

const getInode = async (path: string) => (await stat(path)).ino

it('links a stored video to the clip with the same bytes, and keeps the video when the clip is deleted', async () => {
  await writeFile(stored, 'one video')
  await linkTwin(stored, clips)
  expect(await getInode(stored)).toBe(await getInode(join(clips, 'b.mp4')))
  await rm(clips, { recursive: true })
  expect(await readFile(stored, 'utf8')).toBe('one video')
  expect(await readdir(folder)).toEqual(['stored.mp4'])
})

it('leaves a stored video unchanged if no clip has the same bytes', async () => {
  await writeFile(stored, 'two video')
  const inode = await getInode(stored)
  await linkTwin(stored, clips)
  await linkTwin(stored, join(folder, 'nowhere'))
  expect([await getInode(stored), await readFile(stored, 'utf8')]).toEqual([inode, 'two video'])
})

it('leaves a stored video unchanged if it is already linked to the clip', async () => {
  await link(join(clips, 'b.mp4'), stored)
  await linkTwin(stored, clips)
  expect(await readFile(stored, 'utf8')).toBe('one video')
})
