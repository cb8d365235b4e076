<?php
// Puts pages into WordPress as its editor would save them, and tells where they are shown.
//   php fill.php {folder of WordPress} {folder of images} < {"home": PageContent, "post": PageContent}

[, $root, $images] = $argv;
$_SERVER['HTTP_HOST'] = 'localhost';
require "$root/wp-load.php";
foreach (['file', 'media', 'image'] as $part) require_once ABSPATH . "wp-admin/includes/$part.php";

/** An image of the media library in all sizes of WordPress. */
function attachment(string $folder, string $file): int {
  static $known = [];
  if (isset($known[$file])) return $known[$file];
  $copy = wp_tempnam($file);
  copy("$folder/$file", $copy);
  $id = media_handle_sideload(['name' => $file, 'tmp_name' => $copy]);
  if (is_wp_error($id)) throw new Exception("$file: " . $id->get_error_message());
  return $known[$file] = $id;
}

function block(string $name, string $html, array $attributes = []): string {
  $json = $attributes ? ' ' . wp_json_encode($attributes) : '';
  return "<!-- wp:$name$json -->\n$html\n<!-- /wp:$name -->\n\n";
}

function blocks(array $pieces, string $folder): string {
  $content = '';
  $items = '';
  $ordered = false;
  foreach ([...$pieces, ['kind' => 'end']] as $piece) {
    $html = $piece['html'] ?? '';
    if ($piece['kind'] === 'item') {
      $items .= block('list-item', "<li>$html</li>");
      $ordered = $piece['ordered'];
      continue;
    }
    if ($items) {
      $list = $ordered ? 'ol' : 'ul';
      $content .= block('list', "<$list>$items</$list>", $ordered ? ['ordered' => true] : []);
    }
    $items = '';
    if ($piece['kind'] === 'heading') {
      $level = $piece['level'];
      $content .= block('heading', "<h$level>$html</h$level>", ['level' => $level]);
    } elseif ($piece['kind'] === 'paragraph') {
      $content .= block('paragraph', "<p>$html</p>");
    } elseif ($piece['kind'] === 'quote') {
      $paragraph = block('paragraph', "<p>$html</p>");
      $content .= block('quote', "<blockquote class=\"wp-block-quote\">$paragraph</blockquote>");
    } elseif ($piece['kind'] === 'image') {
      $id = attachment($folder, $piece['source']);
      $source = esc_url(wp_get_attachment_image_url($id, 'large'));
      $alt = esc_attr($piece['alt']);
      $image = "<img src=\"$source\" alt=\"$alt\" class=\"wp-image-$id\"/>";
      $content .= block(
        'image',
        "<figure class=\"wp-block-image size-large\">$image</figure>",
        ['id' => $id, 'sizeSlug' => 'large', 'linkDestination' => 'none'],
      );
    }
  }
  return $content;
}

/** A post's first image is its featured image. */
function publish(array $page, string $type, string $folder): int {
  $pieces = $page['pieces'];
  $first = $type === 'post' ? array_search('image', array_column($pieces, 'kind')) : false;
  [$cover] = $first === false ? [null] : array_splice($pieces, $first, 1);
  $id = wp_insert_post(wp_slash([
    'post_type' => $type,
    'post_status' => 'publish',
    'post_author' => 1,
    'comment_status' => 'closed',
    'post_title' => $page['title'],
    'post_content' => blocks($pieces, $folder),
  ]), true);
  if (is_wp_error($id)) throw new Exception($id->get_error_message());
  if ($cover) set_post_thumbnail($id, attachment($folder, $cover['source']));
  return $id;
}

$pages = json_decode(file_get_contents('php://stdin'), true, 512, JSON_THROW_ON_ERROR);
$home = publish($pages['home'], 'page', $images);
$post = publish($pages['post'], 'post', $images);
update_option('show_on_front', 'page');
update_option('page_on_front', $home);
echo wp_json_encode(['home' => home_url('/'), 'post' => home_url("/?p=$post")]);
