import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { tag, tagInput } from './tag.ts'

export const tagRoutes = defineRoutes({
  listTags: {
    method: 'GET',
    path: '/tags',
    access: ANY_USER,
    query: pageQuery,
    response: recordsOf(tag).extend({ count: z.number().int() }),
    summary: 'Tags, newest first',
  },
  createTag: {
    method: 'POST',
    path: '/tags',
    access: ANY_USER,
    body: tagInput,
    response: tag,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_NAME'],
    summary: 'Create a tag',
  },
  getTag: {
    method: 'GET',
    path: '/tags/{tagId}',
    namedBy: 'name',
    access: ANY_USER,
    response: tag,
    errors: ['ERR_NO_TAG_FOUND'],
    summary: 'One tag',
  },
  updateTag: {
    method: 'PUT',
    path: '/tags/{tagId}',
    access: ANY_USER,
    body: tagInput,
    response: tag,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_DUPLICATED_NAME'],
    summary: 'Change a tag',
  },
  deleteTag: {
    method: 'DELETE',
    path: '/tags/{tagId}',
    access: needs('drawer-admin-items:view'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_TAG_FOUND'],
    summary: 'Delete a tag',
  },
})
