import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  insertVideo,
  toVideoColumns,
  toVideoForm,
  updateVideo,
  type Video,
  type VideoColumns,
  type VideoForm,
  type VideoInput,
  videoForm,
} from '../video-carousel.ts';

const fields: Fields<VideoColumns> = {
  title: 'Title',
  video_url: 'Video URL',
  description: 'Description',
  thumbnail_url: { label: 'Thumbnail', show: 'images' },
  order_index: 'Order',
  is_active: 'Active',
};

export default function VideoDialog({ row: video, ...frame }: EditingDialog<Video>) {
  const images = useImages({
    folder: 'thumbnails',
    initial: video?.thumbnail_url ? [video.thumbnail_url] : [],
    limit: 1,
    failed: () => 'Failed to upload thumbnail',
    setupTitle: 'Storage Setup Required:',
  });
  const form = useForm<VideoInput, unknown, VideoForm>({
    resolver: zodResolver(videoForm),
    defaultValues: toVideoForm(video),
  });
  const { register } = form;
  const { errors } = form.formState;

  return (
    <RecordDialog
      {...frame}
      row={video}
      entity="video"
      fields={fields}
      title={video ? 'Edit Video' : 'Add New Video'}
      submitLabel={video ? 'Update Video' : 'Add Video'}
      size="md"
      form={form}
      images={images}
      toColumns={(values) => ({
        ...toVideoColumns(values),
        thumbnail_url: images.paths[0] ?? null,
      })}
      insert={insertVideo}
      update={updateVideo}
      getName={(saved) => saved.title}
    >
      <div className="grid gap-5">
        <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        <TextField
          label="Video URL"
          required
          inputMode="url"
          hint="A YouTube or Vimeo link, a video file, or a path on this site that starts with a slash."
          error={errors.video_url?.message}
          {...register('video_url')}
        />
        <TextAreaField
          label="Description"
          rows={3}
          error={errors.description?.message}
          {...register('description')}
        />
        <ImageField legend="Thumbnail" images={images} hint="Shown until the video plays." />
        <TextField
          label="Order"
          type="number"
          min={0}
          step={1}
          required
          hint="Lowest first. You can also drag videos into order."
          error={errors.order_index?.message}
          {...register('order_index')}
        />
        <CheckField
          label="Active"
          hint="Only active videos show on the home page."
          {...register('is_active')}
        />
      </div>
    </RecordDialog>
  );
}
