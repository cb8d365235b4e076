/** One worker, PHP by the socket of php-fpm, files from the copy of the package. */
export function nginxConfiguration(directory: string, port: number): string {
  return `worker_processes 1; daemon off; pid ${directory}/nginx.pid; error_log ${directory}/nginx.log;
user root; events { worker_connections 256; }
http { access_log off; include /etc/nginx/mime.types; sendfile on; gzip on; gzip_types text/css application/javascript;
  client_body_temp_path ${directory}/body; fastcgi_temp_path ${directory}/fastcgi;
  proxy_temp_path ${directory}/proxy; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
  server { listen 127.0.0.1:${port}; root ${directory}/wordpress; index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_pass unix:${directory}/php.sock;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; } } }
`;
}

/** As many workers as WordPress uses on two cores, with OPcache, which does not look at files again. */
export function phpConfiguration(directory: string): string {
  return `[global]
error_log = ${directory}/php.log
[www]
user = root
group = root
listen = ${directory}/php.sock
pm = static
pm.max_children = 4
php_admin_value[opcache.enable] = 1
php_admin_value[opcache.memory_consumption] = 128
php_admin_value[opcache.validate_timestamps] = 0
`;
}

/** WordPress on the database of its own, asking nobody outside. */
export function wordpressConfiguration(directory: string, url: string): string {
  return `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${directory}/mariadb.sock'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
define('WP_DEBUG', false); define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_DEFAULT_THEME', 'twentytwentythree');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}

/** Keeps WordPress from sending visitors to the address that they are at, which has a port. */
export const plugin = "<?php remove_action('template_redirect', 'redirect_canonical');\n";
