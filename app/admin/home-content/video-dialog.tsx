import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { insertVideo, updateVideo, type Video } from '#app/data/video-carousel.ts';
import {
  type VideoForm,
  type VideoInput,
  videoColumns,
  videoForm,
  videoFormOf,
} from '#app/domain/video-form.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { CheckField } from '../records/record-fields.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';
import { videoMerge } from './video-merge.tsx';

type VideoDialogProps = {
  /** The clip to change; without one, a new one is made. */
  video?: Video | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a clip. Shown only while it is open, so that it always begins afresh. */
export function VideoDialog({ video, onClose, onSaved, finalFocus }: VideoDialogProps) {
  const client = useAdminClient();
  const saving = useRecordSaving({
    thing: 'video',
    row: video,
    fields: videoMerge,
    insert: (columns) => insertVideo(client, columns),
    update: (read, columns) => updateVideo(client, read, columns),
    beforehand: () => pictures.saveTexts(),
    name: (saved) => saved.title,
    onDone: onSaved,
  });
  const pictures = usePictures({
    folder: 'thumbnails',
    initial: video?.thumbnail_url ? [video.thumbnail_url] : [],
    limit: 1,
    failed: () => 'Failed to upload thumbnail',
    setupTitle: 'Storage Setup Required:',
  });
  const { register, handleSubmit, formState } = useForm<VideoInput, unknown, VideoForm>({
    resolver: zodResolver(videoForm),
    defaultValues: videoFormOf(video),
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    saving.save({ ...videoColumns(values), thumbnail_url: pictures.paths[0] ?? null }),
  );

  return (
    <RecordDialog
      title={video ? 'Edit Video' : 'Add New Video'}
      submitLabel={video ? 'Update Video' : 'Add Video'}
      size="md"
      saving={formState.isSubmitting}
      uploading={pictures.uploading}
      hasUnsavedInput={formState.isDirty || pictures.changed}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div className="grid gap-5">
        <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        <TextField
          label="Video URL"
          required
          inputMode="url"
          hint="From YouTube, Vimeo or a video file; or a path on this site that begins with a slash."
          error={errors.video_url?.message}
          {...register('video_url')}
        />
        <TextAreaField
          label="Description"
          rows={3}
          error={errors.description?.message}
          {...register('description')}
        />
        <PictureField
          legend="Thumbnail"
          pictures={pictures}
          hint="Shown until the video is played."
        />
        <TextField
          label="Order"
          type="number"
          min={0}
          step={1}
          required
          hint="The lowest comes first. Videos can also be dragged into their order."
          error={errors.order_index?.message}
          {...register('order_index')}
        />
        <CheckField
          label="Active"
          hint="Only active videos are on the home page."
          {...register('is_active')}
        />
      </div>
      {saving.dialogs}
    </RecordDialog>
  );
}
